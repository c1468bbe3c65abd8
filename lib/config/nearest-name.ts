const LONGEST_COMPARED = 64

/** The candidate that takes the fewest edits to get to; null when it takes so many that it is another word. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  if (name.length > LONGEST_COMPARED) return null
  const byDistance = candidates
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = byDistance
  return best && best.distance < name.length / 2 ? best.candidate : null
}

/** How many characters to insert, delete or replace to get from one text to the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
