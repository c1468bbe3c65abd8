import type { Operation, OperationGroup } from '@/app/docs/reference/read-reference'
import type { Locale } from '@/lib/i18n/locale'
import { apiTitles } from '@/lib/i18n/tr/api-titles'
import { ownValue } from '@/lib/platform/own-value'

/** A text of the OpenAPI document in the language of the page if there is one, or in English. */
export interface Title {
  text: string
  lang: Locale
}

/** What an operation does: its summary without the details after `;`, `:`, or in parentheses. */
export function operationTitle(
  { operationId, summary }: Pick<Operation, 'operationId' | 'summary'>,
  locale: Locale,
): Title {
  return inLanguage(
    locale,
    ownValue(apiTitles.operations, operationId),
    summary.replace(/[;:(].*$/s, '').trim(),
  )
}

/** The heading of a group of operations. */
export function groupTitle({ tag }: Pick<OperationGroup, 'tag'>, locale: Locale): Title {
  return inLanguage(locale, ownValue(apiTitles.tags, tag)?.title, tag)
}

/** What a group of operations is for. */
export function groupDescription(
  { tag, description }: Pick<OperationGroup, 'tag' | 'description'>,
  locale: Locale,
): Title {
  return inLanguage(locale, ownValue(apiTitles.tags, tag)?.description, description)
}

function inLanguage(locale: Locale, turkish: string | undefined, english: string): Title {
  return locale === 'tr' && turkish ? { text: turkish, lang: 'tr' } : { text: english, lang: 'en' }
}
