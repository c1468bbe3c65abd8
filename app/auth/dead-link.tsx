import { Link2Off } from 'lucide-react'
import { AuthCard } from '@/components/layout/auth-shell'
import { buttonClasses } from '@/components/ui/button'
import { pageLanguage } from '@/lib/web/page-language'

interface Way {
  href: string
  label: string
}

/** What a page says at once whose link has been used or has expired, with the likely ways on: the first is the likeliest. */
export async function DeadLink({ lead, ways }: { lead: string; ways: readonly [Way, ...Way[]] }) {
  const { auth, shell } = (await pageLanguage()).messages
  return (
    <AuthCard
      heading={auth.deadLink.heading}
      lead={lead}
      homeLabel={shell.home}
      icon={
        <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
          <Link2Off aria-hidden className="size-5" />
        </span>
      }
    >
      <div className="grid gap-3">
        {ways.map(({ href, label }, place) => (
          <a
            key={href}
            className={buttonClasses({
              variant: place === 0 ? undefined : 'outline',
              size: 'lg',
              className: 'w-full',
            })}
            href={href}
          >
            {label}
          </a>
        ))}
      </div>
    </AuthCard>
  )
}
