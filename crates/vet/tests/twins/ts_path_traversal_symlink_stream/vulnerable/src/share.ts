import * as fs from "node:fs";
import * as nodePath from "node:path";

export class Share {
  readonly #root: string;

  constructor(root: string) {
    this.#root = nodePath.resolve(root);
  }

  get root(): string {
    return this.#root;
  }

  private locate(asked: string): string {
    const place = nodePath.resolve(this.#root, asked);
    if (!place.startsWith(this.#root)) throw new Error("EACCES");
    return place;
  }

  async *chunks(asked: string): AsyncGenerator<Buffer> {
    const stream = fs.createReadStream(this.locate(asked), { highWaterMark: 65_536 });
    for await (const chunk of stream) yield chunk as Buffer;
  }
}

export default Share;
