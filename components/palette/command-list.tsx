'use client'

import { clsx } from 'clsx'
import { Command as Menu } from 'cmdk'
import { Search, User } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Command, matchingCommands } from '@/components/palette/command'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

export interface CommandListProps {
  texts: Messages['commands']
  locale: Locale
  pages: readonly Command[]
  actions: readonly Command[]
  /** Whether the user may search for users. */
  canSearchUsers: boolean
  onRun: (command: Command) => void
}

/** The content of the palette: a search field and the matching commands. */
export function CommandList({
  texts,
  locale,
  pages,
  actions,
  canSearchUsers,
  onRun,
}: CommandListProps) {
  const [typed, setTyped] = useState('')
  const { state, users } = useUserSearch(typed, canSearchUsers)
  const groups: [name: keyof Messages['commands']['groups'], commands: Command[]][] = [
    ['pages', matchingCommands(pages, typed, locale)],
    ['people', users.flatMap(personCommand)],
    ['actions', matchingCommands(actions, typed, locale)],
  ]
  const count = groups.reduce((sum, [, commands]) => sum + commands.length, 0)
  const note =
    state === 'searching'
      ? texts.searching
      : state === 'failed'
        ? texts.failed
        : count === 0
          ? texts.nothing
          : null
  return (
    <Menu label={texts.title} shouldFilter={false} loop>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Menu.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          maxLength={256}
          placeholder={canSearchUsers ? texts.placeholderPeople : texts.placeholder}
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
        />
      </div>
      <Menu.List
        label={texts.results}
        hidden={count === 0}
        className="max-h-[min(24rem,60dvh)] scroll-py-2 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(([name, commands]) =>
          commands.length > 0 ? (
            <Group key={name} heading={texts.groups[name]}>
              {commands.map((command) => (
                <Item key={command.id} command={command} onRun={onRun} />
              ))}
            </Group>
          ) : null,
        )}
      </Menu.List>
      {note ? (
        <p className={clsx('px-4 py-3 text-muted', count > 0 && 'border-t border-line')}>{note}</p>
      ) : null}
      <p role="status" className="sr-only">
        {note ?? formatCount(texts.found, count, locale)}
      </p>
      <p
        aria-hidden
        className="border-t border-line bg-canvas px-4 py-2 text-xs text-muted max-sm:hidden"
      >
        {texts.keys}
      </p>
    </Menu>
  )
}

function personCommand({
  id,
  email,
  name,
  href,
}: ReturnType<typeof useUserSearch>['users'][number]): Command[] {
  if (!href) return []
  const icon = <User aria-hidden />
  return [
    {
      id,
      label: name ?? email,
      detail: name ? email : undefined,
      icon,
      does: { kind: 'open', href },
    },
  ]
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Menu.Group
      heading={heading}
      className="not-first:mt-2 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Menu.Group>
  )
}

function Item({ command, onRun }: { command: Command; onRun: CommandListProps['onRun'] }) {
  return (
    <Menu.Item
      value={command.id}
      onSelect={() => onRun(command)}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {command.icon}
      <span className="min-w-0 truncate font-medium">{command.label}</span>
      {command.detail ? (
        <span className="ml-auto min-w-0 truncate pl-3 text-[0.8125rem] text-muted">
          {command.detail}
        </span>
      ) : null}
    </Menu.Item>
  )
}

interface Person {
  id: string
  email: string
  name: string | null
  /** Null if the reader may not open the user's page. */
  href: string | null
}

/** The result of the search for users. */
type Found = { state: 'none' | 'searching' | 'failed' | 'found'; users: readonly Person[] }

const AFTER_MS = 200
const MIN_LETTERS = 2
const NO_USERS: readonly Person[] = []

/** Searches for users after a typing pause, and only shows results of the current input. */
function useUserSearch(typed: string, enabled: boolean): Found {
  const query = typed.trim()
  const asks = enabled && query.length >= MIN_LETTERS
  const [answer, setAnswer] = useState<{ query: string; users: readonly Person[] | null } | null>(
    null,
  )
  useEffect(() => {
    if (!asks) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      fetchUsers(query, leaving.signal).then(
        (users) => setAnswer({ query, users }),
        () => leaving.signal.aborted || setAnswer({ query, users: null }),
      )
    }, AFTER_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asks, query])
  if (!asks) return { state: 'none', users: NO_USERS }
  if (answer?.query !== query) return { state: 'searching', users: NO_USERS }
  return answer.users
    ? { state: 'found', users: answer.users }
    : { state: 'failed', users: NO_USERS }
}

async function fetchUsers(query: string, signal: AbortSignal): Promise<Person[]> {
  const answer = await fetch(`/dashboard/users/find?query=${encodeURIComponent(query)}`, {
    signal,
    // A redirect to the sign-in page, for users signed out in the meantime, is not a result.
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { people: Person[] }).people
}
