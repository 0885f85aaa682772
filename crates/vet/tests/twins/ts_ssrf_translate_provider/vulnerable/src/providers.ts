export interface TranslateInput {
  text: string;
  provider: string;
  endpoint?: string;
}

export function endpointFor(input: TranslateInput): string {
  switch (input.provider) {
    case "alpha":
      return "https://alpha.example.com/translate";
    case "beta":
      return "https://api.beta.example.com/v1/text";
    case "custom":
      if (!input.endpoint) throw new Error("custom needs an endpoint");
      return input.endpoint;
    default:
      throw new Error(`unknown provider ${input.provider}`);
  }
}
