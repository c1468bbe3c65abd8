import type { Messages } from '@/lib/i18n/messages'

/** The charts of the home page. */
export const activity: Messages['activity'] = {
  title: 'Servisteki hareketler',
  lead: 'Zaman içinde oturum açmalar ve oturumlar. Saatler UTC.',
  range: 'Zaman aralığı',
  ranges: { '24h': '24 saat', '30d': '30 gün' },
  charts: {
    signIns: 'Oturum açmalar',
    signInFailures: 'Başarısız denemeler',
    activeSessions: 'Etkin oturumlar',
  },
  notes: {
    signIns: 'Başlatılan oturumlar',
    signInFailures: 'Oturum açarken reddedilen parola ve kodlar',
    activeSessions: 'Aynı anda en çok, beş dakikada bir bakılır',
  },
  most: { hour: 'Saatte en çok {count}', day: 'Günde en çok {count}' },
  highest: 'En yüksek {count}',
  notMeasured: 'Ölçülmedi',
  summary: '{title}, {from} – {to} UTC: toplam {total}. {most}.',
  levelSummary: '{title}, {from} – {to} UTC: şu anda {total}. {most}.',
  table: 'Sayıları göster',
  columns: { hour: 'Saat (UTC)', day: 'Gün (UTC)' },
  emptyTitle: 'Henüz bir şey yok',
  emptyText: 'Bu sürede kimse oturum açmadı ya da açmayı denemedi. Olanlar burada çizilir.',
}
