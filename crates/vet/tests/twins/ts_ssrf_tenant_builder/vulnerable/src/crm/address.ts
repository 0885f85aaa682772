import { CONTACT_ID } from "./patterns.js";

const DOMAIN = process.env.CRM_DOMAIN ?? "crm.example.com";

export class Address {
  private host = DOMAIN;
  private segments: string[] = ["api", "v2"];

  tenant(name: string): this {
    this.host = `${name}.${DOMAIN}`;
    return this;
  }

  contact(id: string): this {
    if (!CONTACT_ID.test(id)) throw new RangeError("a contact has a number");
    this.segments.push("contacts", id);
    return this;
  }

  toString(): string {
    return `https://${this.host}/${this.segments.map(encodeURIComponent).join("/")}`;
  }
}
