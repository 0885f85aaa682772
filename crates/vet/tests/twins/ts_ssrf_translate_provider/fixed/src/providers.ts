export interface TranslateInput {
  text: string;
  provider: string;
}

export function endpointFor(input: TranslateInput): string {
  switch (input.provider) {
    case "alpha":
      return "https://alpha.example.com/translate";
    case "beta":
      return "https://api.beta.example.com/v1/text";
    case "custom":
      if (!process.env.TRANSLATE_ENDPOINT) throw new Error("custom needs TRANSLATE_ENDPOINT");
      return process.env.TRANSLATE_ENDPOINT;
    default:
      throw new Error(`unknown provider ${input.provider}`);
  }
}
