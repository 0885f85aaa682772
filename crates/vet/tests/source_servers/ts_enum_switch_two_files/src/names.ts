export enum ToolName {
  MIX = "color_mix",
  INVERT = "color_invert",
  NAMES = "color_names",
}
