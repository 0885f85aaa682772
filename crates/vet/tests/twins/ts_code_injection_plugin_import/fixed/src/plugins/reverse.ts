export default function reverse(text: string): string {
  return [...text].reverse().join("");
}
