export const createPolicy = (domain) => async (address) => {
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:" || !`.${hostname}`.endsWith(`.${domain}`)) throw new Error("not a partner");
};
