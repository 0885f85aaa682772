"use strict";

const axios = require("axios");

const API_BASE = new URL(process.env.API_BASE || "https://api.shop.example.com/v2/");

const http = axios.create({
  timeout: 10000,
  maxRedirects: 0,
  headers: { Authorization: `Bearer ${process.env.API_TOKEN || ""}` },
});

function endpoint(path) {
  const target = new URL(path, API_BASE);
  return target.toString();
}

async function get(path, query) {
  const { data } = await http.get(endpoint(path), { params: query });
  return data;
}

async function ping() {
  const { status } = await http.get(endpoint("health"));
  return status;
}

module.exports = { get, ping };
