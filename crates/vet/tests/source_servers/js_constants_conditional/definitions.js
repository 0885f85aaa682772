const PREFIX = "notes";

export const LIST = {
  name: `${PREFIX}_list`,
  description: "List the notes.",
  inputSchema: { type: "object", properties: {} },
};

export const GET = {
  name: `${PREFIX}_get`,
  description: "Read one note by its number.",
  inputSchema: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
};

export const COUNT = {
  name: PREFIX + "_count",
  description: "How many notes there are.",
  inputSchema: { type: "object", properties: {} },
};
