@echo off
rem Taktstrom, installed: finds a Java that is new enough and runs takt.jar, which lies in ..\lib.
rem JAVA_HOME: the Java to use. TAKT_JAVA_OPTS: more options for its virtual machine.
setlocal

set "JAR=%~dp0..\lib\takt.jar"
if not exist "%JAR%" (
  echo takt: %JAR% is missing: unpack the whole archive again 1>&2
  exit /b 1
)

set "JAVA=java.exe"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"

"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo takt: Java 17 or newer is needed and not found: install one, or set JAVA_HOME 1>&2
  exit /b 1
)

set "VERSION="
for /f "tokens=3" %%v in ('""%JAVA%" -version 2^>^&1" ^| findstr /i "version"') do if not defined VERSION set "VERSION=%%~v"
for /f "tokens=1,2 delims=.-+" %%a in ("%VERSION%") do set "MAJOR=%%a" & if "%%a"=="1" set "MAJOR=%%b"
if %MAJOR% LSS 17 (
  echo takt: Java 17 or newer is needed; %JAVA% is %VERSION%: install a newer one, or set JAVA_HOME 1>&2
  exit /b 1
)

"%JAVA%" %TAKT_JAVA_OPTS% -Djdk.serialFilter=!* -jar "%JAR%" %*
exit /b %ERRORLEVEL%
