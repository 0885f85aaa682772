export default function upper(text: string): string {
  return text.toUpperCase();
}
