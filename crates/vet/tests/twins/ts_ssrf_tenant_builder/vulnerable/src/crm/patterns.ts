export const CONTACT_ID = /^\d{1,12}$/;
