export { describeSchema, kubectlDescribe, type DescribeInput } from "./describe.js";
export { contextSchema, currentContext } from "./context.js";
