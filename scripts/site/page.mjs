// One page of the site: what stands around the text, its style, and the search, which needs no server and no network.
import { escaped } from './markdown.mjs'

export const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#14171a);--ink:light-dark(#1a1d21,#e6e8ea);--muted:light-dark(#59636e,#9aa5b0);--line:light-dark(#dcdfe2,#2e353c);--soft:light-dark(#f4f5f6,#1d2226);--accent:light-dark(#0a6580,#63c5de)}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
a{color:var(--accent)}.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--ground);padding:.5rem}
header{display:flex;gap:1rem;align-items:center;flex-wrap:wrap;padding:.7rem 1.2rem;border-bottom:1px solid var(--line)}header a{font-weight:650;text-decoration:none}
.search{position:relative;flex:1;min-width:12rem;max-width:34rem;margin-left:auto}
input{width:100%;font:inherit;padding:.35rem .7rem;border:1px solid var(--muted);border-radius:6px;background:var(--ground);color:var(--ink)}
#found{position:absolute;z-index:2;left:0;right:0;max-height:70vh;overflow:auto;margin:.2rem 0 0;padding:0;list-style:none;background:var(--ground);border:1px solid var(--line);border-radius:6px;box-shadow:0 6px 24px #0003}
#found:empty{display:none}#found a,#found p{display:block;margin:0;padding:.5rem .8rem;text-decoration:none;color:inherit;font-weight:400}#found a:hover,#found a:focus{background:var(--soft)}#found small{display:block;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.body{display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:80rem;margin:auto}nav{padding:1.2rem;border-right:1px solid var(--line);font-size:.92rem}nav ul{list-style:none;margin:0 0 1rem;padding:0}nav a{display:block;padding:.12rem 0;text-decoration:none;color:inherit}nav a[aria-current]{color:var(--accent);font-weight:650}nav strong{color:var(--muted);font-size:.8rem}
main{padding:1.2rem 2rem 4rem;min-width:0;overflow-wrap:break-word}h1{line-height:1.2}h2{margin-top:2.2rem;border-bottom:1px solid var(--line)}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;overflow:auto;font-size:.86rem;line-height:1.45}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.92em}:not(pre)>code{background:var(--soft);border-radius:4px;padding:.05em .3em}
.table{overflow:auto}table{border-collapse:collapse;font-size:.92rem}th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}th{background:var(--soft)}img{max-width:100%}blockquote{margin:0;padding-left:1rem;border-left:3px solid var(--line)}
.pages{display:none}
@media(max-width:50rem){.pages{display:inline}.body{display:flex;flex-direction:column}nav{order:2;border-right:0;border-top:1px solid var(--line)}nav details:not([open])>ul{display:none}main{padding:1rem}}
@media print{header,nav{display:none}.body{display:block}}
`

/** Every word of the question has to stand in a section; those with it in their heading come first, and what was decided or changed last. */
export const SEARCH = `
const box=document.querySelector('#search'),list=document.querySelector('#found'),base=document.documentElement.dataset.base;
const words=text=>text.toLowerCase().split(/[^\\p{L}\\p{N}_.-]+/u).filter(Boolean);
const rank=(section,asked)=>{let sum=0;const head=(section.heading+' '+section.title).toLowerCase(),text=section.text.toLowerCase();
for(const word of asked){if(head.includes(word))sum+=10;else if(text.includes(word))sum+=1;else return 0}
if(text.includes(asked.join(' ')))sum+=3;return /^(?:decisions\\/|CHANGELOG)/.test(section.page)?sum/4:sum};
box.addEventListener('input',()=>{const asked=words(box.value);list.replaceChildren();if(!asked.length)return;
const found=SECTIONS.map(section=>({section,score:rank(section,asked)})).filter(({score})=>score).sort((a,b)=>b.score-a.score);
for(const{section}of found.slice(0,12)){const item=document.createElement('li'),link=document.createElement('a'),small=document.createElement('small');
link.href=base+section.page+(section.id?'#'+section.id:'');link.textContent=section.heading===section.title?section.title:section.title+' › '+section.heading;
const at=Math.max(0,section.text.toLowerCase().indexOf(asked[0])-30);small.textContent=section.text.slice(at,at+120);link.append(small);item.append(link);list.append(item)}
const end=document.createElement('li'),said=document.createElement('p');said.textContent=found.length>12?(found.length-12)+' more':found.length?'':'Nothing has all of these words.';if(said.textContent){end.append(said);list.append(end)}});
addEventListener('keydown',event=>{if(event.key==='/'&&document.activeElement!==box){event.preventDefault();box.focus()}if(event.key==='Escape'){box.value='';list.replaceChildren()}});
`

export function pageHtml({ title, html, page, menu }) {
  const base = '../'.repeat(page.split('/').length - 1)
  const entry = ({ page: to, title: name }) =>
    `<li><a href="${base}${to}"${to === page ? ' aria-current="page"' : ''}>${escaped(name)}</a></li>`
  const groups = menu.map(
    ({ name, pages }) =>
      `<details${pages.length < 40 || pages.some(one => one.page === page) ? ' open' : ''}><summary><strong>${escaped(name)}</strong></summary><ul>${pages.map(entry).join('')}</ul></details>`,
  )
  return `<!doctype html>
<html lang="en" data-base="${base}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} · shoal</title><link rel="stylesheet" href="${base}style.css"></head>
<body><a class="skip" href="#text">To the text</a>
<header><a href="${base}index.html">shoal</a><a class="pages" href="#pages">Pages</a><div class="search" role="search"><input id="search" type="search" aria-label="Search the docs" placeholder="Search the docs (press /)" autocomplete="off"><ul id="found" aria-label="Found"></ul></div></header>
<div class="body"><nav id="pages" aria-label="Pages">${groups.join('')}</nav><main id="text">${html}</main></div>
<script src="${base}sections.js"></script><script src="${base}search.js"></script></body></html>
`
}
