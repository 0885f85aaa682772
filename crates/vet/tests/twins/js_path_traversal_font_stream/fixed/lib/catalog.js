"use strict";
const fs = require("fs");

const FONT_DIR = process.argv[2] || "/usr/share/fonts/truetype";

function catalog() {
  return new Set(fs.readdirSync(FONT_DIR).filter((name) => name.endsWith(".ttf")));
}

module.exports = { FONT_DIR, catalog };
