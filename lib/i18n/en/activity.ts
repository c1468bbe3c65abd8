/** The charts of the home page. */
export const activity = {
  title: 'Activity',
  lead: 'Times in UTC.',
  range: 'Time range',
  ranges: { '24h': '24 hours', '30d': '30 days' },
  charts: {
    signUps: 'Sign-ups',
    signIns: 'Sign-ins',
    signInFailures: 'Failed sign-ins',
    activeSessions: 'Active sessions',
  },
  notes: {
    signUps: 'Accounts that people created themselves',
    signIns: 'Sessions started',
    signInFailures: 'Wrong passwords and codes',
    activeSessions: 'Most at once, sampled every five minutes',
  },
  most: { hour: 'Up to {count} in an hour', day: 'Up to {count} in a day' },
  highest: 'Peak {count}',
  failures: 'Show in the audit trail',
  notMeasured: 'Not measured',
  summary: '{title} from {from} to {to} UTC: {total} in total. {most}.',
  levelSummary: '{title} from {from} to {to} UTC: now {total}. {most}.',
  table: 'Show the numbers',
  columns: { hour: 'Hour (UTC)', day: 'Day (UTC)' },
  emptyTitle: 'Nothing yet',
  emptyText: 'There was no activity in this period.',
}
