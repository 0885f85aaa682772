"use strict";

const fs = require("fs");
const path = require("path");

const DOCS_ROOT = path.resolve(process.env.DOCS_ROOT || path.join(__dirname, "..", "docs"));

function locate(page) {
  const clean = path.normalize(page);
  if (path.isAbsolute(clean)) {
    throw new Error("Absolute paths are not allowed");
  }
  return path.join(DOCS_ROOT, clean);
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
