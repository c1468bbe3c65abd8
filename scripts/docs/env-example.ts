import type { AnySetting } from '@/lib/config/define-setting'
import { settingSections } from '@/lib/config/env'
import { neededBy, settingName } from '@/lib/config/provider-names'
import { CATALOG } from '@/lib/config/providers/catalog'
import type { ProviderEntry } from '@/lib/config/providers/define-provider'

const WIDTH = 119

const HEAD = `\
Settings of Gatehouse. You need none of them to try it: \`npm start\` runs in local mode with an embedded database.
Copy this file to .env. To change a value behind a #, which is the default or an example, remove the # as well.
What is set here cannot be changed in the dashboard. Environment variables override .env; an empty value is unset.
Durations: 900 (seconds), 8s, 15m, 12h, 30d. If a value is invalid, the service does not start and prints one line per problem.`

/** The text of `.env.example`: every setting with its description and default. */
export function envExample(): string {
  const sections = settingSections.map(({ title, description, settings }) => [
    `# ── ${title} `.padEnd(WIDTH, '─'),
    ...comment(description?.replace('{count}', String(Object.keys(CATALOG).length))),
    ...Object.entries<AnySetting>(settings).flatMap(settingLines),
    ...(title === 'Sign-in providers' ? Object.entries(CATALOG).flatMap(providerLines) : []),
  ])
  return [comment(HEAD), ...sections].map((lines) => `${lines.join('\n')}\n`).join('\n')
}

function settingLines([name, setting]: [string, AnySetting]): string[] {
  const { description, requiredInProduction, example, default: fallback } = setting
  const mark = description && requiredInProduction ? '(production) ' : ''
  const value = example ?? fallback ?? ''
  // A default that is set would keep administrators from changing it in the dashboard.
  return [...comment(mark + (description ?? '')), `${value === '' ? '' : '#'}${name}=${value}`]
}

/** The providers most services use; docs/providers.md lists all of them. */
function providerLines([id, entry]: [string, ProviderEntry]): string[] {
  if (!entry.envExample) return []
  const comments: Readonly<Record<string, string>> = entry.envExample
  const suffixes = new Set([...neededBy(entry), ...Object.keys(comments)])
  return [...suffixes].flatMap((suffix) => [
    ...comment(comments[suffix]),
    `OAUTH_${settingName(id)}_${suffix}=`,
  ])
}

/** A text as comment lines of at most the width of the file. */
function comment(text: string | undefined): string[] {
  if (!text) return []
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1)
      if (line !== undefined && line.length + 1 + word.length <= WIDTH)
        lines.push(`${lines.pop()} ${word}`)
      else lines.push(`# ${word}`)
    }
    return lines
  })
}
