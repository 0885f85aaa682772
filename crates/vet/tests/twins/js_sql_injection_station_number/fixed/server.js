import process from "node:process";
import sqlite3 from "sqlite3";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const db = new sqlite3.Database(process.env.STATIONS_DB ?? "stations.sqlite", sqlite3.OPEN_READONLY);
const server = new Server({ name: "stations", version: "0.5.0" }, { capabilities: { tools: {} } });

function readings(id, callback) {
  db.all("SELECT at, celsius FROM readings WHERE station_id = " + id + " ORDER BY at DESC LIMIT 48", callback);
}

function stations(callback) {
  db.all("SELECT id, name FROM stations ORDER BY name", callback);
}

const answer = (start) =>
  new Promise((resolve, reject) => {
    start((error, rows) => {
      if (error) {
        reject(error);
        return;
      }
      resolve({ content: [{ type: "text", text: JSON.stringify(rows) }] });
    });
  });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: "stations", description: "All stations.", inputSchema: { type: "object", properties: {} } },
    {
      name: "station_readings",
      description: "The newest readings of a station.",
      inputSchema: { type: "object", properties: { station: { type: "string" } }, required: ["station"] },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case "stations":
      return answer(stations);
    case "station_readings": {
      const id = Number(request.params.arguments.station);
      if (!Number.isInteger(id)) throw new Error("station must be a number");
      return answer((done) => readings(id, done));
    }
    default:
      throw new Error("no such tool");
  }
});

await server.connect(new StdioServerTransport());
