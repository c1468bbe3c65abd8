'use client'

import { lazy, Suspense, type ComponentProps } from 'react'
import type { BotCheckWidget } from '@/components/forms/bot-check-widget'

const Widget = lazy(async () => {
  const loaded = await import('@/components/forms/bot-check-widget')
  return { default: loaded.BotCheckWidget }
})

/** The widget in a separate chunk: only forms with a bot check load it. */
export function LazyBotCheckWidget(props: ComponentProps<typeof BotCheckWidget>) {
  return (
    <Suspense>
      <Widget {...props} />
    </Suspense>
  )
}
