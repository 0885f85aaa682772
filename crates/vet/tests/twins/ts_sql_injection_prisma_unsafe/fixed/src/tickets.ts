import { PrismaClient } from "@prisma/client";

export type Ticket = { id: number; subject: string; state: string };

export class TicketRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async search(phrase: string, limit: number): Promise<Ticket[]> {
    return this.prisma.$queryRaw<Ticket[]>`
      SELECT id, subject, state FROM "Ticket"
      WHERE to_tsvector('english', subject) @@ plainto_tsquery('english', ${phrase})
      ORDER BY id DESC LIMIT ${limit}`;
  }

  async open(): Promise<number> {
    const rows = await this.prisma.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM "Ticket" WHERE state = 'open'`;
    return Number(rows[0]?.n ?? 0);
  }
}
