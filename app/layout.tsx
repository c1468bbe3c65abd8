import type { ReactNode } from 'react'
import { headers } from 'next/headers'

export default async function RootLayout({ children }: { children: ReactNode }) {
  await headers()
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
