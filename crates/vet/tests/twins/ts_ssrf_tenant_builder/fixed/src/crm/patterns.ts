export const TENANT = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
export const CONTACT_ID = /^\d{1,12}$/;
