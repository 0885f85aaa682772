const filepath = {
  type: "object" as const,
  properties: { filepath: { type: "string", description: "Absolute path of the file to convert" } },
  required: ["filepath"],
};

export const PDFToMarkdownTool = {
  name: "pdf-to-markdown",
  description: "Convert a PDF file to markdown",
  inputSchema: filepath,
};

export const DocxToMarkdownTool = {
  name: "docx-to-markdown",
  description: "Convert a DOCX file to markdown",
  inputSchema: filepath,
};
