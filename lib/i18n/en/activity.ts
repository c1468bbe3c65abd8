/** The charts of the home page. */
export const activity = {
  title: 'Activity of the service',
  lead: 'Sign-ins and sessions over time. Times in UTC.',
  range: 'Time range',
  ranges: { '24h': '24 hours', '30d': '30 days' },
  charts: {
    signIns: 'Sign-ins',
    signInFailures: 'Failed sign-ins',
    activeSessions: 'Active sessions',
  },
  notes: {
    signIns: 'Sessions begun',
    signInFailures: 'Passwords and codes refused at sign-in',
    activeSessions: 'Most at once, by a look every five minutes',
  },
  most: { hour: 'Up to {count} in an hour', day: 'Up to {count} in a day' },
  highest: 'Highest {count}',
  notMeasured: 'Not measured',
  summary: '{title} from {from} to {to} UTC: {total} in all. {most}.',
  levelSummary: '{title} from {from} to {to} UTC: now {total}. {most}.',
  table: 'Show the numbers',
  columns: { hour: 'Hour (UTC)', day: 'Day (UTC)' },
  emptyTitle: 'Nothing yet',
  emptyText: 'Nobody has signed in or tried to within this time. What happens is drawn here.',
}
