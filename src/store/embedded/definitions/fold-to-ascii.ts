/**
 * Folds text to ASCII as Lucene does, with which the database builds its indexes: `Ærø` becomes `AEro`. What has no likeness
 * among the ASCII characters stays.
 */

/** Each beginning with what the other characters of the group become. */
const groups = String.raw`
!！ !!‼ !?⁉ "«»“”„″‶❝❞❮❯＂ #＃ $＄ %⁒％ &＆ '‘’‚‛′‵‹›❛❜＇ (⁽₍❨❪（ ((⸨ (1)⑴ (10)⑽ (11)⑾ (12)⑿ (13)⒀ (14)⒁ (15)⒂ (16)⒃
(17)⒄ (18)⒅ (19)⒆ (2)⑵ (20)⒇ (3)⑶ (4)⑷ (5)⑸ (6)⑹ (7)⑺ (8)⑻ (9)⑼ (a)⒜ (b)⒝ (c)⒞ (d)⒟ (e)⒠ (f)⒡ (g)⒢ (h)⒣ (i)⒤
(j)⒥ (k)⒦ (l)⒧ (m)⒨ (n)⒩ (o)⒪ (p)⒫ (q)⒬ (r)⒭ (s)⒮ (t)⒯ (u)⒰ (v)⒱ (w)⒲ (x)⒳ (y)⒴ (z)⒵ )⁾₎❩❫） ))⸩ *⁎＊ +⁺₊＋ ,，
-‐‑‒–—⁻₋－ .． /⁄／ 0⁰₀⓪⓿０ 1¹₁①⓵❶➀➊１ 1.⒈ 10⑩⓾❿➉➓ 10.⒑ 11⑪⓫ 11.⒒ 12⑫⓬ 12.⒓ 13⑬⓭ 13.⒔ 14⑭⓮ 14.⒕ 15⑮⓯ 15.⒖ 16⑯⓰ 16.⒗
17⑰⓱ 17.⒘ 18⑱⓲ 18.⒙ 19⑲⓳ 19.⒚ 2²₂②⓶❷➁➋２ 2.⒉ 20⑳⓴ 20.⒛ 3³₃③⓷❸➂➌３ 3.⒊ 4⁴₄④⓸❹➃➍４ 4.⒋ 5⁵₅⑤⓹❺➄➎５ 5.⒌ 6⁶₆⑥⓺❻➅➏６ 6.⒍
7⁷₇⑦⓻❼➆➐７ 7.⒎ 8⁸₈⑧⓼❽➇➑８ 8.⒏ 9⁹₉⑨⓽❾➈➒９ 9.⒐ :： ;⁏； <❬❰＜ =⁼₌＝ >❭❱＞ ?？ ?!⁈ ??⁇ @＠ AƏȺᴀⒶＡ AAꜲ AEÆǢǼᴁ AOꜴ AUꜶ AVꜸꜺ
AYꜼ BƁƂɃʙᴃⒷＢ CƇȻʗᴄⒸＣ DÐĐƉƊƋᴅᴆⒹꝹＤ DZǄǱ Dzǅǲ EƎƐɆᴇⒺⱻＥ FƑⒻꜰꝻꟻＦ GƓǤǥǧɢʛⒼꝽꝾＧ HĦʜⒽⱧⱵＨ HVǶ IƖƗɪᵻⒾꟾＩ IJĲ JɈᴊⒿＪ
KƘᴋⓀⱩꝀꝂꝄＫ LĿŁȽʟᴌⓁⱠⱢꝆꝈꞀＬ LJǇ LLỺ Ljǈ MƜᴍⓂⱮꟽꟿＭ NŊƝȠɴᴎⓃＮ NJǊ Njǋ OØƆƟǾᴏᴐⓄꝊꝌＯ OEŒɶ OOꝎ OUȢᴕ PƤᴘⓅⱣꝐꝒꝔＰ QɊⓆꝖꝘＱ
RɌʀʁᴙᴚⓇⱤꝚꞂＲ SⓈꜱꞅＳ SSẞ TŦƬƮȾᴛⓉꞆＴ THÞꝦ TZꜨ UɄᴜᵾⓊＵ VƲɅᴠỼⓋꝞꝨＶ VYꝠ WǷᴡⓌⱲＷ XⓍＸ YƳɎʏỾⓎＹ ZƵȜȤᴢⓏⱫꝢＺ [⁅❲［ \＼ ]⁆❳］ ^‸＾ _＿
aɐəɚᶏᶕẚₐₔⓐⱥⱯａ aaꜳ aeæǣǽᴂ aoꜵ auꜷ avꜹꜻ ayꜽ bƀƃɓᵬᶀⓑｂ cƈȼɕↄⓒꜾꜿｃ dðđƌȡɖɗᵭᶁᶑⓓꝺｄ dbȸ dzǆǳʣʥ eǝɇɘɛɜɝɞʚᴈᶒᶓᶔₑⓔⱸｅ
fƒᵮᶂẛⓕꝼｆ ffﬀ ffiﬃ fflﬄ fiﬁ flﬂ gɠɡᵷᵹᶃⓖꝿｇ hħɥɦʮʯⓗⱨⱶｈ hvƕ iıɨᴉᵢᵼᶖⁱⓘｉ ijĳ jȷɉɟʄʝⓙⱼｊ kƙʞᶄⓚⱪꝁꝃꝅｋ lŀłƚȴɫɬɭᶅⓛⱡꝇꝉꞁｌ
ljǉ llỻ lsʪ lzʫ mɯɰɱᵯᶆⓜｍ nŉŋƞȵɲɳᵰᶇⁿⓝｎ njǌ oøǿɔɵᴖᴗᶗₒⓞⱺꝋꝍｏ oeœᴔ ooꝏ ouȣ pƥᵱᵽᶈⓟꝑꝓꝕꟼｐ qĸɋʠⓠꝗꝙｑ qpȹ rɍɼɽɾɿᵣᵲᵳᶉⓡꝛꞃｒ
sſȿʂᵴᶊẜẝⓢꞄｓ ssß stﬆ tŧƫƭȶʇʈᵵⓣⱦｔ tcʨ thþᵺꝧ tsʦ tzꜩ uʉᵤᶙⓤｕ ueᵫ vʋʌᵥᶌⓥⱱⱴꝟｖ vyꝡ wƿʍⓦⱳｗ xᶍₓⓧｘ yƴɏʎỿⓨｙ zƶȝȥɀʐʑᵶᶎⓩⱬꝣｚ
{❴｛ }❵｝ ~⁓～
`;

let foldings: ReadonlyMap<string, string> | undefined;

export function foldToAscii(text: string): string {
  foldings ??= new Map(groups.trim().split(/\s/).flatMap(readGroup));
  return text.replace(/[^\0-\x7f]/g, (character) => foldings?.get(character) ?? withoutMarks(character));
}

function readGroup(group: string): readonly (readonly [character: string, ascii: string])[] {
  const [ascii = ""] = /^[\0-\x7f]+/.exec(group) ?? [];
  return Array.from(group.slice(ascii.length), (character) => [character, ascii] as const);
}

/** A letter with marks becomes the letter. Two signs that Unicode has for letters stay. */
function withoutMarks(character: string): string {
  if (!/[^\u212a\u212b]/.test(character) || !/\p{L}/u.test(character)) return character;
  const bare = character.normalize("NFD").replace(/\p{M}/gu, "");
  return /^[\0-\x7f]+$/.test(bare) ? bare : character;
}
