"use strict";

const fs = require("fs");
const path = require("path");

const ROOT = path.resolve(__dirname, "..", "locales");

const inside = (candidate) => candidate !== ROOT && candidate.startsWith(ROOT + path.sep);

module.exports = function makeLocales({ fallback = "en" } = {}) {
  const load = (locale, key) => {
    const keyed = path.resolve(ROOT, key + ".json");
    const file = path.resolve(ROOT, locale || fallback, key + ".json");
    if (!inside(keyed)) return null;
    return JSON.parse(fs.readFileSync(file, { encoding: "utf8" }));
  };

  return {
    translation: (args) => load(args.locale, args.key),
    fallback: () => JSON.parse(fs.readFileSync(path.join(ROOT, fallback, "messages.json"), "utf8")),
  };
};
