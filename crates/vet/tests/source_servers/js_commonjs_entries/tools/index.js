module.exports = {
  changelog: require("./changelog"),
  license: require("./license"),
  package_info: require("./package-info"),
};
