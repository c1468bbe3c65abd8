'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { TextLink } from '@/components/ui/links'
import { loginPath } from '@/lib/web/safe-redirect'

/** A link to sign in again and return to this page. */
export function SignInAgain({ label }: { label: string }) {
  const query = useSearchParams().toString()
  const here = usePathname() + (query && `?${query}`)
  return (
    <TextLink alone href={loginPath(here)}>
      {label}
    </TextLink>
  )
}
