'use client'

import { useSyncExternalStore } from 'react'
import { isLocale, locales, negotiateLocale, type Locale } from '@/lib/i18n/locale'

const never = () => () => {}

/** The language where the server can not say it any more (a page that broke): the document's, else the browser's. */
export function useBrowserLocale(): Locale {
  return useSyncExternalStore(never, readLocale, () => locales[0])
}

function readLocale(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : negotiateLocale(navigator.languages.join(','))
}
