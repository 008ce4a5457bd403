import type { Language } from '#contract/language.ts'

/** A fact that a page must state, whatever its other words. */
export interface Fact {
  /** The specification's words for it, see `test/specification/community-facts.md`. */
  readonly specified: string
  /** The pages that state it. */
  readonly pages: readonly string[]
  /** Its words on the page, in each language; white space is one plain space. */
  readonly told: Readonly<Record<Language, RegExp>>
}

function fact(
  specified: string,
  pages: string | readonly string[],
  fr: RegExp,
  en: RegExp,
  ru: RegExp,
  es: RegExp,
): Fact {
  return {
    specified,
    pages: typeof pages === 'string' ? [pages] : pages,
    told: { fr, en, ru, es },
  }
}

const rules: readonly Fact[] = [
  fact(
    'Raiding explosives only from Friday 19:00 GMT to Sunday 23:59 GMT',
    'rules/raiding',
    /vendredi 19:00 GMT au dimanche 23:59 GMT/,
    /Friday 19:00 GMT to Sunday 23:59 GMT/,
    /пятницы 19:00 GMT до воскресенья 23:59 GMT/,
    /viernes a las 19:00 GMT al domingo a las 23:59 GMT/,
  ),
  fact(
    'Groups max 8 members',
    ['rules/general', 'rules/raiding'],
    /\b8 membres au maximum/,
    /\b8 members at most/,
    /не больше 8 участников/,
    /\b8 miembros como máximo/,
  ),
  fact(
    'a sub group at least 2000 m away',
    ['rules/general', 'rules/raiding'],
    /sous-groupe.{0,20} à 2 000 m au moins/,
    /sub group.{0,20} at least 2,000 m/,
    /Подгруппа.{0,20} не ближе 2 000 м/,
    /subgrupo.{0,20} a 2000 m como mínimo/,
  ),
  fact(
    'No building during a raid until 30 minutes after the last C4 detonation',
    ['rules/building', 'rules/raiding'],
    /30 minutes après la dernière explosion de C4/,
    /30 minutes after the last C4 detonation/,
    /30 минут после последнего взрыва C4/,
    /30 minutos después de la última explosión de C4/,
  ),
  fact(
    'Free standing bases 5x5x5',
    'rules/building',
    /5x5x5 au maximum/,
    /5x5x5 at most/,
    /не больше 5x5x5/,
    /5x5x5 como máximo/,
  ),
  fact(
    'Max 20 codelocks',
    'rules/building',
    /\b20 codelocks au maximum/,
    /\b20 codelocks at most/,
    /Не больше 20 кодовых замков/,
    /\b20 codelocks como máximo/,
  ),
  fact(
    'plus 2 extra for hangar doors',
    'rules/building',
    /\b2 de plus pour les portes de hangar/,
    /\b2 extra for hangar doors/,
    /Ещё 2 для ворот ангара/,
    /\b2 más para puertas de hangar/,
  ),
  fact(
    '2 for windows',
    'rules/building',
    /\b2 de plus pour les fenêtres/,
    /\b2 extra for windows/,
    /Ещё 2 для окон/,
    /\b2 más para ventanas/,
  ),
  fact(
    'Per member max 2 lockers',
    'rules/building',
    /\b2 casiers au maximum par membre/,
    /\b2 lockers at most per member/,
    /Не больше 2 шкафчиков на участника/,
    /\b2 taquillas como máximo por miembro/,
  ),
  fact(
    '2 cash safes',
    'rules/building',
    /Coffres à argent 2\b/,
    /Cash safes 2\b/,
    /Денежные сейфы 2\b/,
    /Cajas fuertes de dinero 2\b/,
  ),
  fact(
    '2 rifle safes',
    'rules/building',
    /Coffres à fusils 2\b/,
    /Rifle safes 2\b/,
    /Оружейные сейфы 2\b/,
    /Cajas fuertes para rifles 2\b/,
  ),
  fact(
    '4 tents',
    'rules/building',
    /Tentes 4\b/,
    /Tents 4\b/,
    /Палатки 4\b/,
    /Tiendas de campaña 4\b/,
  ),
  fact('5 barrels', 'rules/building', /Barils 5\b/, /Barrels 5\b/, /Бочки 5\b/, /Barriles 5\b/),
  fact(
    '15 gun racks or cabinets',
    'rules/building',
    /Râteliers ou armoires à armes 15\b/,
    /Gun racks or cabinets 15\b/,
    /Оружейные стойки или шкафы 15\b/,
    /Armeros o armarios de armas 15\b/,
  ),
  fact(
    '15 military crates',
    'rules/building',
    /Caisses militaires 15\b/,
    /Military crates 15\b/,
    /Военные ящики 15\b/,
    /Cajas militares 15\b/,
  ),
  fact(
    '20 storage boxes',
    'rules/building',
    /Boîtes de rangement 20\b/,
    /Storage boxes 20\b/,
    /Ящики для хранения 20\b/,
    /Cajas de almacenamiento 20\b/,
  ),
  fact(
    '6 vehicles',
    'rules/building',
    /Véhicules 6\b/,
    /Vehicles 6\b/,
    /Транспорт 6\b/,
    /Vehículos 6\b/,
  ),
  fact(
    'Compensation needs evidence',
    'rules/compensation',
    /Sans preuve, pas de compensation/,
    /No evidence, no compensation/,
    /Нет доказательств — нет компенсации/,
    /Sin pruebas no hay compensación/,
  ),
  fact(
    'a ticket on the chat platform',
    'rules/compensation',
    /ticket sur Discord/,
    /ticket on Discord/,
    /тикет в Discord/,
    /ticket en Discord/,
  ),
]

const alarmPages = ['guide/raid-alerts', 'rules/raiding']

const alarm: readonly Fact[] = [
  fact(
    'radius 50 m',
    alarmPages,
    /rayon de 50 m/,
    /radius of 50 m/,
    /радиусе 50 м/,
    /radio de 50 m/,
  ),
  fact(
    '3 components (base, sender, battery)',
    alarmPages,
    /\b3 (?:composants|éléments) : la base, l’émetteur et la batterie/,
    /\b3 components: the base, the sender and the battery/,
    /\b3 компонент(?:а|ов): основ[аы], передатчика? и батаре[яи]/,
    /\b3 componentes: la base, el emisor y la batería/,
  ),
  ...[
    'destroyed by crowbar in 5 minutes',
    'attackers can destroy it with a crowbar in 5 minutes',
  ].map((specified) =>
    fact(
      specified,
      alarmPages,
      /détruire (?:avec un|au) pied-de-biche,? en 5 minutes/,
      /destroy it with a crowbar,? in 5 minutes/,
      /уничтожить её ломом за 5 минут/,
      /destruirla con una palanca,? en 5 minutos/,
    ),
  ),
]

const crystalPages = ['guide/kryptonique', 'guide/kryptopoints']

const guides: readonly Fact[] = [
  fact(
    'claiming land with a territory flag kit',
    'guide/base-building',
    /kit de drapeau de territoire/,
    /territory flag kit/,
    /набор для флага территории/,
    /kit de bandera de territorio/,
  ),
  fact(
    'raise the flag or items despawn',
    'guide/base-building',
    /Levez le drapeau, sinon tout disparaît/,
    /Raise the flag, or everything despawns/,
    /Поднимите флаг, иначе всё исчезнет/,
    /Iza la bandera o todo desaparece/,
  ),
  fact(
    'Green Kryptonite 250 000€',
    crystalPages,
    /Kryptonite verte 250 000 €/,
    /Green Kryptonite €250,000/,
    /Зелёный криптонит 250 000 €/,
    /Kryptonita verde 250\.000 €/,
  ),
  fact(
    'red Kryptonite 500 000€',
    crystalPages,
    /Kryptonite rouge 500 000 €/,
    /Red Kryptonite €500,000/,
    /Красный криптонит 500 000 €/,
    /Kryptonita roja 500\.000 €/,
  ),
  fact(
    'The player who assembles the alarm becomes its owner',
    'guide/raid-alerts',
    /Le joueur qui l’assemble en devient le propriétaire/,
    /The player who assembles it becomes its owner/,
    /Владельцем становится игрок, который её собрал/,
    /Quien la monta pasa a ser su propietario/,
  ),
  fact(
    'exclusive configuration and dismantling rights',
    'guide/raid-alerts',
    /Lui seul peut la configurer et la démonter/,
    /Nobody else can configure or dismantle it/,
    /Настраивать и разбирать её может только он/,
    /Nadie más puede configurarla ni desmontarla/,
  ),
  fact(
    'dismantling needs a screwdriver',
    'guide/raid-alerts',
    /La démonter demande un tournevis/,
    /You need a screwdriver to dismantle it/,
    /Чтобы её разобрать, нужна отвёртка/,
    /Para desmontarla hace falta un destornillador/,
  ),
  fact(
    'A low battery sends a notification; an empty battery sends none',
    'guide/raid-alerts',
    /Batterie faible : une notification vous prévient. Batterie vide : plus aucune notification/,
    /When the battery is low, you get a notification. When it is empty, you get none at all/,
    /Батарея садится — вам придёт уведомление. Батарея пуста — уведомлений больше не будет/,
    /Batería baja: te avisa una notificación. Batería agotada: ya no llega ninguna notificación/,
  ),
  fact(
    'Tiers 1 to 3 need 2, 4 or 6 homemade charges, or 1, 2 or 3 heavy charges',
    'guide/raiding',
    /artisanales Charges lourdes Niveau 1 \D+ 2 1 Niveau 2 \D+ 4 2 Niveau 3 \D+ 6 3\b/,
    /Homemade charges Heavy charges Tier 1 \D+ 2 1 Tier 2 \D+ 4 2 Tier 3 \D+ 6 3\b/,
    /Самодельные заряды Тяжёлые заряды Уровень 1 \D+ 2 1 Уровень 2 \D+ 4 2 Уровень 3 \D+ 6 3\b/,
    /Cargas caseras Cargas pesadas Nivel 1 \D+ 2 1 Nivel 2 \D+ 4 2 Nivel 3 \D+ 6 3\b/,
  ),
  fact(
    'Hacksaw (storage and safes)',
    'guide/raiding',
    /ouvre les rangements et les coffres-forts/,
    /opens storage and safes/,
    /вскрывает хранилища и сейфы/,
    /Abre los contenedores y las cajas fuertes/,
  ),
  fact(
    'homemade breaching charge and heavy breaching charge with crafting recipes',
    'guide/raiding',
    /Poudre noire.+Charge artisanale.+Explosif plastique.+Charge lourde/,
    /Gunpowder.+Homemade breaching charge.+Plastic explosive.+Heavy breaching charge/,
    /Порох.+Самодельный подрывной заряд.+Пластичная взрывчатка.+Тяжёлый подрывной заряд/,
    /Pólvora.+Carga casera.+Explosivo plástico.+Carga pesada/,
  ),
]

/** The facts that the guides and the rules have to state. */
export const communityFacts: readonly Fact[] = [...rules, ...alarm, ...guides]
