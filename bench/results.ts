import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { ServiceUnderTest } from '@/bench/service-under-test'

const FILE = 'bench/RESULTS.md'

/** What the run was made on, and `load`, the load average of the minute before it. */
export function describeMachine({ postgres }: ServiceUnderTest, load: number): string[] {
  const version = execFileSync(postgres.program('postgres'), ['--version'], { encoding: 'utf8' })
  return [
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node ${process.version}, PostgreSQL ${/\d[\d.]*/.exec(version)?.[0] ?? ''} with fsync`,
    'service, PostgreSQL, and load generator on the same cores',
    `load average before the run ${load.toFixed(1)}`,
  ]
}

export function recordResults(machine: readonly string[], lines: readonly string[]): void {
  const text = `# Results

Written by \`npm run bench -- --record\` on ${new Date().toISOString().slice(0, 10)}. Ratios within one run say more than rates, which depend on
the machine:

${machine.map((line) => `- ${line}`).join('\n')}

\`\`\`text
${lines.map((line) => line.trimEnd()).join('\n')}
\`\`\`
`
  writeFileSync(FILE, text)
}
