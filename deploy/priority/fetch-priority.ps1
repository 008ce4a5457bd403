# Keeps the ids that the shop sends in the priority.txt of the game server on this machine, and leaves those of
# others alone. Run it every minute as a scheduled task, with PRIORITY_PULL_TOKEN in its environment:
#   fetch-priority.ps1 -Shop https://shop.example -File C:\dayz\priority.txt [-Format lines]
# Beside the file it keeps <priority.txt>.shop, the ids that it has put there. Needs PowerShell 5.1.
param([Parameter(Mandatory)][string]$Shop, [Parameter(Mandatory)][string]$File,
  [ValidateSet('semicolon', 'lines')][string]$Format = 'semicolon')
$ErrorActionPreference = 'Stop'
[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
$headers = @{ Authorization = "Bearer $env:PRIORITY_PULL_TOKEN" }
$answer = Invoke-WebRequest -UseBasicParsing -TimeoutSec 30 -Uri "$Shop/api/game/priority.txt" -Headers $headers
$wanted = @($answer.Content -split '\s+' | Where-Object { $_ })
if ($wanted | Where-Object { $_ -notmatch '^7656\d{13}$' }) { throw 'This is not a list of Steam IDs.' }
$ours = @(if (Test-Path -LiteralPath "$File.shop") { Get-Content -LiteralPath "$File.shop" })
# One character per byte, so that the comments of others stay as they are.
$latin1 = [Text.Encoding]::GetEncoding(28591)
$text = if (Test-Path -LiteralPath $File) { [IO.File]::ReadAllText($File, $latin1) } else { '' }
$there = @{}
$found = '(?://|#)[^\r\n]*|(?<=^|[\s;,])(?<id>7656\d{13})(?=$|[\s;,#]|//)(?<end>[;,]|\r?\n)?'
$kept = [regex]::Replace($text, $found, [Text.RegularExpressions.MatchEvaluator] {
  param($match)
  $id = $match.Groups['id'].Value
  if ($id -and $ours -contains $id -and $wanted -notcontains $id) { return '' }
  if ($id) { $there[$id] = $true }
  $match.Value
})
$lineBreak = if ($kept.Contains("`r`n")) { "`r`n" } else { "`n" }
$separator = if ($Format -eq 'lines') { $lineBreak } else { ';' }
$last = ($kept -split "`n")[-1]
$lead = if (-not $last.Trim()) { '' } elseif ($last -match '//|#') { $lineBreak }
elseif ($separator -eq ';' -and $last -match '[;,]\s*$') { '' } else { $separator }
$added = @($wanted | Where-Object { -not $there[$_] })
$owned = @($wanted | Where-Object { $added -contains $_ -or $ours -contains $_ })
if ($added) { $kept += $lead + ($added -join $separator) }
# What is ours is noted first: were this to end in between, an id that nobody owns would stay for ever.
[IO.File]::WriteAllLines("$File.shop", [string[]]@($ours + $owned | Sort-Object -Unique))
if ($kept -cne $text) {
  [IO.File]::WriteAllText("$File.work", $kept, $latin1)
  Move-Item -Force -LiteralPath "$File.work" -Destination $File
}
[IO.File]::WriteAllLines("$File.shop", [string[]]$owned)
