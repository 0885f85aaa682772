import { PACKAGE_NAME, VERSION } from "./patterns.js";
import { fail, ok, type Result } from "./result.js";

export function packageSpec(name: string, version: string): Result<string> {
  if (!PACKAGE_NAME.test(name)) return fail("that is not a package name");
  if (!VERSION.test(version)) return fail("that is not a version");
  return ok(`${name}@${version}`);
}
