/**
 * What makes a role name unique: NFKC form without regard to case, without space around it. Upper case first, because it
 * unites what lower case keeps apart (`ß` and `ss`, `ς` and `σ`).
 */
export function roleNameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
}
