'use client'

import { useSyncExternalStore } from 'react'
import { isLocale, locales, type Locale } from '@/lib/i18n/locale'

const never = () => () => {}

/** The language where the server cannot say it any more (a page that broke): the document's, else the browser's. */
export function useBrowserLocale(): Locale {
  return useSyncExternalStore(never, readLocale, () => locales[0])
}

function readLocale(): Locale {
  const { lang } = document.documentElement
  return [lang, ...navigator.languages].map((tag) => tag.slice(0, 2)).find(isLocale) ?? locales[0]
}
