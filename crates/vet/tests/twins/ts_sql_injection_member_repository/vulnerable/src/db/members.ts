import { Repository } from "./repository.js";

export interface Member {
  id: number;
  email: string;
  joined: string;
}

export class MemberRepository extends Repository<Member> {
  protected readonly table = "members";

  byEmail(email: string): Promise<Member[]> {
    return this.find(`lower(email) = lower('${email}')`);
  }

  joinedSince(year: number): Promise<Member[]> {
    return this.find("extract(year from joined) >= $1", [year]);
  }
}
