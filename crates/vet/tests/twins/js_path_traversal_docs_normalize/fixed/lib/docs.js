"use strict";

const fs = require("fs");
const path = require("path");

const DOCS_ROOT = path.resolve(process.env.DOCS_ROOT || path.join(__dirname, "..", "docs"));

function locate(page) {
  const full = path.resolve(DOCS_ROOT, page);
  if (!full.startsWith(DOCS_ROOT + path.sep)) {
    throw new Error("Page is outside of the documentation");
  }
  return full;
}

function readPage(page) {
  const file = locate(page);
  return fs.readFileSync(file, "utf8");
}

function headings(text) {
  return text.split("\n").filter((line) => /^#{1,3} /.test(line));
}

function listPages() {
  return fs.readdirSync(DOCS_ROOT).filter((name) => name.endsWith(".md"));
}

module.exports = { readPage, headings, listPages };
