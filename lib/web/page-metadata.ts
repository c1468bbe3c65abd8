import type { Metadata } from 'next'
import { pageAt, type TitledPath } from '@/lib/http/pages/page-table'
import { pageLanguage } from '@/lib/web/preferences'

/** `generateMetadata` of a page with a declared title. */
export function pageMetadata(path: TitledPath): () => Promise<Metadata> {
  return async () => ({ title: pageAt(path).title?.((await pageLanguage()).messages) })
}

/** The title of a page about one item: "Ada Lovelace · Users". The layout adds the product name. */
export function pageTitle(thing: string, list: string): string {
  return `${thing} · ${list}`
}
