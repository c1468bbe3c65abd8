'use client'

import { lazy } from 'react'

/** The widget in a file of its own: only forms that are checked load it. */
export const LazyBotCheckWidget = lazy(async () => {
  const { BotCheckWidget } = await import('@/components/forms/bot-check-widget')
  return { default: BotCheckWidget }
})
