import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { Messages } from '@/lib/i18n/messages'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import { whyAddress } from '@/lib/web/explorer-query'

interface PickPersonProps {
  candidates: readonly ManagedUser[]
  /** Whether there are others that fit. */
  more: boolean
  permission: string | null
  messages: Messages
}

/** The people that what was typed may mean, to choose one. */
export function PickPerson({ candidates, more, permission, messages }: PickPersonProps) {
  const texts = messages.explorer
  return (
    <Card>
      <CardHeader title={texts.choose} lead={more ? texts.chooseMore : texts.chooseText} />
      <CardBody className="px-0 pt-3 pb-1 sm:px-0">
        <ul className="divide-y divide-line border-t border-line">
          {candidates.map(({ id, email, name }) => (
            <li key={id}>
              <Link
                href={whyAddress(id, permission)}
                prefetch={false}
                className="flex items-center justify-between gap-4 px-5 py-2.5 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6"
              >
                <span className="min-w-0">
                  <span className="block font-medium break-all">{email}</span>
                  {name ? <span className="block text-[0.8125rem] text-muted">{name}</span> : null}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
