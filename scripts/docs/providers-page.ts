import { neededBy, settingName, suffixesOf } from '@/lib/config/provider-names'
import { CATALOG } from '@/lib/config/providers/catalog'
import type { ProviderEntry } from '@/lib/config/providers/define-provider'
import { pageWithTable } from '@/scripts/docs/page-with-table'

const COLUMNS = [
  'Provider',
  'ID',
  'Callback',
  'Settings',
  'Optional',
  'An address is verified if',
  'Status',
]

/** The text of docs/providers.md: every provider of the catalog, and their number. */
export async function providersPage(): Promise<string> {
  const entries = Object.entries<ProviderEntry>(CATALOG)
  const page = await pageWithTable('docs/providers.md', COLUMNS, entries.map(row))
  return page.replace(/any of the \d+ providers/, `any of the ${entries.length} providers`)
}

function row([id, entry]: [string, ProviderEntry]): string[] {
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
  ]
}
