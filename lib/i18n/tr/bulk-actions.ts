import type { Messages } from '@/lib/i18n/en'

export const bulkActions: Messages['bulkActions'] = {
  title: 'Toplu işlem geçmişi',
  lead: 'Birçok kullanıcıya aynı anda uygulanan işlemler.',
  bar: {
    label: 'Toplu işlemler',
    selectAll: 'Bu sayfadaki tüm kullanıcıları seç',
    select: '{person} kullanıcısını seç',
    scope: 'Uygulanacak kullanıcılar',
    picked: 'Seçilen kullanıcılar',
    all: { one: 'Bu listedeki {count} kullanıcı', other: 'Bu listedeki {count} kullanıcının tümü' },
    allTooMany: 'Bu listedeki tüm kullanıcılar (en fazla 10.000)',
    kind: 'İşlem',
    choose: 'Bir işlem seçin',
    review: 'Gözden geçir',
    selected: { one: '{count} kullanıcı seçildi', other: '{count} kullanıcı seçildi' },
  },
  faults: {
    noKind: 'Bir işlem seçin.',
    tooMany: '10.000’den fazla kullanıcı eşleşiyor. Önce listeyi filtrelerle daraltın.',
  },
  kinds: {
    activate: 'Etkinleştir',
    deactivate: 'Devre dışı bırak',
    end_sessions: 'Oturumları kapat',
    add_roles: 'Rol ekle',
    remove_roles: 'Rol kaldır',
    resend_invitation: 'Daveti yeniden gönder',
  },
  questions: {
    activate: {
      one: '{count} kullanıcı etkinleştirilsin mi?',
      other: '{count} kullanıcı etkinleştirilsin mi?',
    },
    deactivate: {
      one: '{count} kullanıcı devre dışı bırakılsın mı?',
      other: '{count} kullanıcı devre dışı bırakılsın mı?',
    },
    end_sessions: {
      one: '{count} kullanıcının oturumları kapatılsın mı?',
      other: '{count} kullanıcının oturumları kapatılsın mı?',
    },
    add_roles: {
      one: '{count} kullanıcıya rol eklensin mi?',
      other: '{count} kullanıcıya rol eklensin mi?',
    },
    remove_roles: {
      one: '{count} kullanıcıdan rol kaldırılsın mı?',
      other: '{count} kullanıcıdan rol kaldırılsın mı?',
    },
    resend_invitation: {
      one: '{count} davet yeniden gönderilsin mi?',
      other: '{count} davet yeniden gönderilsin mi?',
    },
  },
  headings: {
    activate: { one: '{count} kullanıcıyı etkinleştir', other: '{count} kullanıcıyı etkinleştir' },
    deactivate: {
      one: '{count} kullanıcıyı devre dışı bırak',
      other: '{count} kullanıcıyı devre dışı bırak',
    },
    end_sessions: {
      one: '{count} kullanıcının oturumlarını kapat',
      other: '{count} kullanıcının oturumlarını kapat',
    },
    add_roles: { one: '{count} kullanıcıya rol ekle', other: '{count} kullanıcıya rol ekle' },
    remove_roles: {
      one: '{count} kullanıcıdan rol kaldır',
      other: '{count} kullanıcıdan rol kaldır',
    },
    resend_invitation: {
      one: '{count} daveti yeniden gönder',
      other: '{count} daveti yeniden gönder',
    },
  },
  consequences: {
    activate:
      'Oturum açabilirler. Kapatılan oturumlar yeniden açılmaz, iptal edilen API anahtarları geçersiz kalır.',
    deactivate:
      'Oturumları hemen kapatılır, içe aktarmaları ve toplu işlemleri durdurulur; bildirimleri ve API anahtarları iptal edilir, e-postalarındaki bağlantılar ve kopyaladıkları davet bağlantıları geçersiz olur. Hesaplar bir yönetici tarafından yeniden etkinleştirilene kadar oturum açamazlar; etkinleştirme bunları geri getirmez.',
    end_sessions:
      'Tüm tarayıcı ve uygulamalarının erişimi hemen kesilir ve yeniden oturum açmaları gerekir. Henüz doğrulanmamış e-posta adresi değişiklikleri iptal edilir. Hesaplarda başka bir şey değişmez.',
    add_roles: 'Mevcut rollerine şu roller eklenir: {roles}. Hemen geçerli olur.',
    remove_roles: 'Şu roller kaldırılır: {roles}. Hemen geçerli olur.',
    resend_invitation:
      'Her kullanıcıya parola belirleme bağlantısı içeren yeni bir e-posta gider. Daha önce gönderilen bağlantılar geçerli kalır.',
  },
  unconfirmed: {
    one: 'Bunlardan {count} kullanıcı e-posta adresini doğrulamadı. Hesabı yalnızca adresin ona ait olduğunu biliyorsanız etkinleştirin.',
    other:
      'Bunlardan {count} kullanıcı e-posta adresini doğrulamadı. Hesapları yalnızca adreslerin onlara ait olduğunu biliyorsanız etkinleştirin.',
  },
  preview: {
    lead: 'Henüz hiçbir şey değişmedi. Bu bir önizlemedir. İşlem çalışırken her kullanıcı yeniden kontrol edilir.',
    changed: 'Değişecek',
    unchanged: 'Değişiklik gerekmiyor',
    refused: 'Atlanacak',
    changedList: 'Değişecek kullanıcılar',
    refusedList: 'Atlanacak kullanıcılar',
    nothing: 'Bu kullanıcıların hiçbiri değişmeyecek.',
    expires: 'Bu işlemi {time} tarihine kadar çalıştırabilirsiniz.',
    cancel: 'Vazgeç',
  },
  roles: {
    addLabel: 'Eklenecek roller',
    addHint: 'Yalnızca izinlerine kendiniz de sahip olduğunuz rolleri ekleyebilirsiniz.',
    removeLabel: 'Kaldırılacak roller',
    submit: 'Devam et',
    change: 'Başka roller seç',
  },
  progress: {
    label: 'İlerleme',
    of: '{processed} / {total} kullanıcı',
    refresh: 'Yenile',
    changed: 'Değişti',
    unchanged: 'Değişiklik gerekmedi',
    refused: 'Atlandı',
    waiting: 'İşlenmedi',
    refusedList: 'Atlanan kullanıcılar',
    done: 'Tamamlandı. İşlenen kullanıcı: {total}.',
    stop: 'Durdur',
    stopTitle: 'Bu toplu işlem durdurulsun mu?',
    stopText: 'Şimdiye kadar yapılan değişiklikler korunur. Kalan kullanıcılar değişmez.',
    ended: 'Bu toplu işlem zaten sona erdi.',
  },
  stopped: {
    cancelled: 'Bir kullanıcı durdurdu. Yalnızca burada sayılan kullanıcılar işlendi.',
    actor_not_active:
      'Başlatan kullanıcı artık etkin olmadığı için durduruldu. Yalnızca burada sayılan kullanıcılar işlendi.',
    permission_lost:
      'Başlatan kullanıcı gerekli bir izni kaybettiği için durduruldu. Yalnızca burada sayılan kullanıcılar işlendi.',
    role_gone: 'Bir rol silindiği için durduruldu. Yalnızca burada sayılan kullanıcılar işlendi.',
    account_reclaimed:
      'Başlatan hesabın sahibi bir oturumu bildirdiği veya hesabı geri aldığı için durduruldu. Yalnızca burada sayılan kullanıcılar işlendi.',
    backup_restored:
      'Bir yedek geri yüklendiği için durduruldu. Yalnızca burada sayılan kullanıcılar işlendi.',
    internal_error:
      'Bir iç hata nedeniyle durduruldu. Ayrıntılar için sunucu günlüğüne bakın. Yalnızca burada sayılan kullanıcılar işlendi.',
  },
  reasons: {
    own_account: 'Kendi hesabınız',
    not_found: 'Artık yok',
    privilege_escalation: 'Sizde olmayan izinleri var',
    last_admin: 'Son etkin yönetici',
    conflict: 'Hesap silinmiş',
    no_invitation: 'Bekleyen davet yok',
  },
  conflict:
    'Bu işlem zaten çalıştırıldığı, önizlemesi 1 saatten eski olduğu veya üç toplu işleminiz sürdüğü için çalıştırılamıyor.',
  firstOf: 'İlk {shown} kullanıcı gösteriliyor (toplam {count}).',
  columns: {
    user: 'Kullanıcı',
    status: 'Durum',
    reason: 'Neden',
    action: 'İşlem',
    started: 'Başlangıç',
  },
  statuses: {
    draft: 'Taslak',
    queued: 'Sırada',
    running: 'Sürüyor',
    completed: 'Tamamlandı',
    stopped: 'Durduruldu',
  },
  history: {
    total: '{changed} değişti, {refused} atlandı',
    emptyTitle: 'Henüz toplu işlem yok',
    emptyText: 'Kullanıcı listesinden kullanıcı seçip bir işlem belirleyin.',
    newest: 'En yeniler',
    older: 'Daha eskiler',
    back: 'Tüm kullanıcılar',
  },
}
