const info = require("../package.json");

async function handler() {
  return `${info.name} ${info.version}`;
}

module.exports = { description: "Name and version of the package.", input: {}, handler };
