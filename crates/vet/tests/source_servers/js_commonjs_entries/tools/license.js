exports.description = "The name of the license.";
exports.input = {};
exports.handler = async () => "Apache-2.0";
