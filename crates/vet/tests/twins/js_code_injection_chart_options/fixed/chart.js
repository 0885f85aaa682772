"use strict";

const { createCanvas } = require("canvas");
const echarts = require("echarts");

const FORMATTERS = {
  percent: "return (value * 100).toFixed(1) + '%';",
  kilo: "return value >= 1000 ? value / 1000 + 'k' : String(value);",
};

const DEFAULTS = {
  animation: false,
  backgroundColor: "#fff",
  yAxis: { axisLabel: { formatter: new Function("value", FORMATTERS.kilo) } },
};

function parseOptions(source) {
  const parsed = JSON.parse(source);
  if (parsed === null || typeof parsed !== "object") {
    throw new Error("options must be an object");
  }
  return parsed;
}

function render(source, width, height) {
  const canvas = createCanvas(width, height);
  const chart = echarts.init(canvas);
  chart.setOption({ ...DEFAULTS, ...parseOptions(source) });
  const png = canvas.toBuffer("image/png");
  chart.dispose();
  return png;
}

module.exports = { render, DEFAULTS };
