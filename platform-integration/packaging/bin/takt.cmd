@echo off
rem Taktstrom, installed: finds a Java that is new enough and runs takt.jar, which lies in ..\lib.
rem JAVA_HOME: the Java to use. TAKT_JAVA_OPTS: more options for its virtual machine.
setlocal EnableExtensions DisableDelayedExpansion

set "JAR=%~dp0..\lib\takt.jar"
if not exist "%JAR%" goto no_jar

rem Java is called by its name alone, so that no folder has to be quoted within a command; never one of the folder that one stands in.
set "NoDefaultCurrentDirectoryInExePath=1"
rem Some give their JAVA_HOME in quotes.
if defined JAVA_HOME set "JAVA_HOME=%JAVA_HOME:"=%"
if defined JAVA_HOME if not exist "%JAVA_HOME%\bin\java.exe" goto no_home
if defined JAVA_HOME set "PATH=%JAVA_HOME%\bin;%PATH%"

rem openjdk version "17.0.15" 2025-04-15, behind whatever the virtual machine says before that
set "VERSION="
for /f "tokens=2,3" %%a in ('java.exe -version 2^>^&1') do if "%%a"=="version" if not defined VERSION set "VERSION=%%~b"
if not defined VERSION goto no_java

set "MAJOR=0"
for /f "tokens=1 delims=.-+_" %%a in ("%VERSION%") do set "MAJOR=%%a"
for /f "tokens=2 delims=.-+_" %%a in ("%VERSION%") do if "%MAJOR%"=="1" set "MAJOR=%%a"
if %MAJOR% LSS 17 goto old_java

rem What is over before the optimising compiler would pay off does without it, and with the simplest collector where no option is given.
set "SERIAL="
if not defined TAKT_JAVA_OPTS set "SERIAL=-XX:+UseSerialGC"
set "QUICK=-XX:TieredStopAtLevel=1 %SERIAL%"
for %%c in (demo simulate replay watch) do if "%~1"=="%%c" set "QUICK="
for %%c in (run record gather) do if "%~1"=="%%c" set QUICK=@"%~dp0..\lib\run.jvm" %SERIAL%

java.exe %QUICK% %TAKT_JAVA_OPTS% -Djdk.serialFilter=!* -jar "%JAR%" %*
exit /b %ERRORLEVEL%

:no_jar
echo takt: "%JAR%" is missing: unpack the whole archive again 1>&2
exit /b 1

:no_home
echo takt: JAVA_HOME is "%JAVA_HOME%", and there is no Java 17 or newer there; name one, or unset it 1>&2
exit /b 1

:no_java
echo takt: Java 17 or newer is needed and not found: install one, or set JAVA_HOME 1>&2
exit /b 1

:old_java
echo takt: Java 17 or newer is needed; the one that was found is %VERSION%: install a newer one, or set JAVA_HOME 1>&2
exit /b 1
