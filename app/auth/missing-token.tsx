import { AuthCard } from '@/components/layout/auth-shell'
import { buttonClasses } from '@/components/ui/button'
import { pageLanguage } from '@/lib/web/page-language'

/** What a page says that was opened without the token of its link. */
export async function MissingToken({ way }: { way: { href: string; label: string } }) {
  const { auth, shell } = (await pageLanguage()).messages
  return (
    <AuthCard heading={auth.missingToken.heading} lead={auth.missingToken.lead} homeLabel={shell.home}>
      <a className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })} href={way.href}>
        {way.label}
      </a>
    </AuthCard>
  )
}
