import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { neededBy, settingName, suffixesOf } from '@/lib/config/provider-names'
import { CATALOG } from '@/lib/config/providers/catalog'
import type { ProviderEntry } from '@/lib/config/providers/define-provider'

const FILE = join(process.cwd(), 'docs/providers.md')
const END_OF_TEXT = 'docs:update`. -->\n'

/** A table row. */
function row([id, entry]: [string, ProviderEntry]): string {
  const needed = neededBy(entry)
  const settings = needed.map((suffix) => `\`OAUTH_${settingName(id)}_${suffix}\``)
  const optional = suffixesOf(entry).filter((suffix) => !needed.includes(suffix))
  return [
    entry.label,
    `\`${id}\``,
    `\`/auth/oauth/${id}/callback\``,
    settings.join('<br>'),
    optional.map((suffix) => `\`…_${suffix}\``).join('<br>'),
    entry.emailProof?.text ?? entry.customProfile?.emailProof ?? 'nothing',
    entry.checked ? 'checked' : 'from the catalog',
  ].join(' | ')
}

it('docs/providers.md lists every provider of the catalog correctly', async () => {
  const text = readFileSync(FILE, 'utf8')
  const written = text.slice(0, text.indexOf(END_OF_TEXT) + END_OF_TEXT.length)
  // The number of providers in the first sentence.
  const counted = written.replace(
    /any of the \d+ providers/,
    `any of the ${Object.keys(CATALOG).length} providers`,
  )
  const columns = [
    'Provider',
    'ID',
    'Callback',
    'Settings',
    'Optional',
    'An address is verified if',
    'Status',
  ]
  const head = [columns.join(' | '), columns.map(() => '---').join(' | ')]
  const table = [...head, ...Object.entries(CATALOG).map(row)]
    .map((line) => `| ${line} |`)
    .join('\n')
  const options = { ...(await resolveConfig(FILE)), parser: 'markdown' }
  await expect(await format(`${counted}\n${table}\n`, options)).toMatchFileSnapshot(FILE)
})
