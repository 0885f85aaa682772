const FORBIDDEN = /process|require|import|global/gi;

export const DEFAULT_FORMULA = "x * 2 + 1";

export function clean(formula) {
  return formula.replace(FORBIDDEN, "");
}

export class Formula {
  #compute;

  constructor(source = DEFAULT_FORMULA) {
    this.source = clean(source);
    this.#compute = new Function("x", `"use strict"; return (${this.source});`);
  }

  at(x) {
    return Number(this.#compute(x));
  }

  *samples(from, to, count) {
    const step = (to - from) / Math.max(count - 1, 1);
    for (let index = 0; index < count; index += 1) {
      const x = from + index * step;
      yield [x, this.at(x)];
    }
  }
}
