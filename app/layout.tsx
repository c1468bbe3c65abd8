import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { fontVariables } from '@/app/fonts'
import '@/app/globals.css'
import { ImpersonationBanner } from '@/components/layout/impersonation-banner'
import { accentStyle } from '@/lib/brand/accent-palette'
import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { pageNonce } from '@/lib/web/page-request'
import { webLocale, webTheme } from '@/lib/web/preferences'

/** Default metadata of every page. */
export async function generateMetadata(): Promise<Metadata> {
  const { shell } = brandedMessages(await webLocale())
  const { productName } = settings().brand
  return {
    title: { default: productName, template: `%s · ${productName}` },
    description: shell.productLine,
    applicationName: productName,
    robots: { index: false, follow: false },
    formatDetection: { telephone: false, email: false, address: false },
  }
}

const bars = { light: '#f9fafb', dark: '#0c0d10' }

/** The color of the browser's own bars: the page's, by the user's choice or the system's. */
export async function generateViewport(): Promise<Viewport> {
  const theme = await webTheme()
  return {
    width: 'device-width',
    initialScale: 1,
    themeColor:
      theme === 'system'
        ? [
            { media: '(prefers-color-scheme: light)', color: bars.light },
            { media: '(prefers-color-scheme: dark)', color: bars.dark },
          ]
        : bars[theme],
  }
}

/**
 * The document. Awaits the request, so that no page is rendered at build time: each has its own
 * nonce, language and colors.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = await pageNonce()
  const style = accentStyle(settings().brand.accentColor)
  return (
    <html lang={await webLocale()} data-theme={await webTheme()} className={fontVariables}>
      {style ? (
        <head>
          {/* Browsers hide the nonce from scripts: React never finds the value that was sent. */}
          <style nonce={nonce} suppressHydrationWarning>
            {style}
          </style>
        </head>
      ) : null}
      <body>
        {children}
        <ImpersonationBanner />
      </body>
    </html>
  )
}
